import type { DatedRecord } from '../run/journal-record.ts';
import { Waits } from '../run/throttling.ts';

/** The course of a run over time. The clock stops between a pause and the next record. */
export interface TimeLine {
  /** Running time in seconds. */
  readonly seconds: number;
  /** Mean number of outcomes per second. */
  readonly perSecond: number;
  /** Length of a bucket in seconds. */
  readonly bucketSeconds: number;
  readonly buckets: readonly Bucket[];
  readonly pauses: readonly Pause[];
  /** Seconds of throttling by the service. */
  readonly throttled: number;
  /** Outages of the service, and their total length in seconds. */
  readonly outages: readonly OutageTime[];
  readonly outageSeconds: number;
  /** Milliseconds from intent to outcome; undefined if there are none. */
  readonly latency: Latency | undefined;
}

export interface Bucket {
  readonly succeeded: number;
  readonly failed: number;
}

export interface Pause {
  /** Seconds since the start. */
  readonly at: number;
  readonly why: string;
}

/** An outage: seconds since the start, and its length in seconds. */
export interface OutageTime {
  readonly at: number;
  readonly seconds: number;
  readonly why: string;
}

export interface Latency {
  readonly median: number;
  readonly p95: number;
  readonly longest: number;
}

/** Possible lengths of a bucket in seconds; the shortest one with at most `MAX_BUCKETS` buckets is used. */
const BUCKET_LENGTHS = [0.05, 0.1, 0.2, 0.5, 1, 2, 5, 10, 15, 30, 60, 120, 300, 600, 1800, 3600];
const MAX_BUCKETS = 60;

/** The content of a journal, in seconds of running time. */
interface TimedRecords {
  seconds: number;
  readonly outcomes: { readonly at: number; readonly state: keyof Bucket }[];
  readonly begun: Map<string, number>;
  /** Milliseconds from an intent to its outcome. */
  readonly durations: number[];
  readonly pauses: Pause[];
  readonly outages: OutageTime[];
  readonly waits: Waits;
}

/** Builds the time line of a journal. */
export function timeLineOf(records: readonly DatedRecord[]): TimeLine {
  const course = timedRecordsOf(records);
  const { outcomes, durations, pauses, outages, waits } = course;
  const seconds = roundToMilliseconds(course.seconds);
  const bucketSeconds = bucketLength(seconds);
  return {
    seconds,
    perSecond: seconds > 0 ? Number((outcomes.length / seconds).toPrecision(4)) : 0,
    bucketSeconds,
    buckets: bucketsOf(course, bucketSeconds),
    pauses: pauses.map((pause) => ({ ...pause, at: roundToMilliseconds(pause.at) })),
    throttled: inTenths(waits.waited(seconds)),
    outages: outages.map((outage) => ({ ...outage, at: roundToMilliseconds(outage.at) })),
    outageSeconds: inTenths(outages.reduce((sum, outage) => sum + outage.seconds, 0)),
    latency: latencyOf(durations),
  };
}

/** Returns the records of the run itself, without those of its undo, which may come days later. */
export function ownRecords(records: readonly DatedRecord[]): readonly DatedRecord[] {
  return records.filter((record) => {
    if (record.type !== 'run.end') return record.type !== 'part.undone';
    return record.undoneBy === undefined && record.nothingLeft === undefined;
  });
}

function timedRecordsOf(records: readonly DatedRecord[]): TimedRecords {
  const course: TimedRecords = {
    seconds: 0,
    outcomes: [],
    begun: new Map(),
    durations: [],
    pauses: [],
    outages: [],
    waits: new Waits(),
  };
  let before: DatedRecord | undefined;
  for (const record of ownRecords(records)) {
    // If the clock was set back, time must not run backward.
    if (before !== undefined && before.type !== 'run.pause')
      course.seconds += Math.max(0, Date.parse(record.t) - Date.parse(before.t)) / 1000;
    addRecord(course, record);
    before = record;
  }
  return course;
}

function addRecord(course: TimedRecords, record: DatedRecord): void {
  const { seconds: at, begun, outcomes, durations, pauses, outages, waits } = course;
  switch (record.type) {
    case 'intent':
      begun.set(record.change, at);
      break;
    case 'outcome': {
      outcomes.push({ at, state: record.outcome.state });
      const start = begun.get(record.change);
      if (start !== undefined) durations.push(Math.round((at - start) * 1000));
      break;
    }
    case 'throttled':
      waits.add(at, record.seconds);
      break;
    case 'outage':
      outages.push({ at: Math.max(0, at - record.seconds), seconds: record.seconds, why: record.why });
      break;
    case 'run.pause':
      pauses.push({ at, why: record.why });
      waits.end(at);
  }
}

function bucketsOf({ seconds, outcomes }: TimedRecords, bucketSeconds: number): readonly Bucket[] {
  const count = Math.max(1, Math.ceil(seconds / bucketSeconds));
  const buckets = Array.from({ length: count }, () => ({ succeeded: 0, failed: 0 }));
  for (const { at, state } of outcomes) {
    const bucket = buckets[Math.min(count - 1, Math.floor(at / bucketSeconds))];
    if (bucket !== undefined) bucket[state] += 1;
  }
  return buckets;
}

/** Times in a journal are whole milliseconds; sums of them have more digits. */
function roundToMilliseconds(seconds: number): number {
  return Math.round(seconds * 1000) / 1000;
}

function inTenths(value: number): number {
  return Math.round(value * 10) / 10;
}

/** A run shorter than any bucket is a single bucket, without idle time. */
function bucketLength(seconds: number): number {
  const [shortest = 1] = BUCKET_LENGTHS;
  if (seconds > 0 && seconds < shortest) return seconds;
  return BUCKET_LENGTHS.find((length) => seconds / length <= MAX_BUCKETS) ?? Math.ceil(seconds / MAX_BUCKETS);
}

function latencyOf(durations: readonly number[]): Latency | undefined {
  if (durations.length === 0) return undefined;
  const sorted = durations.toSorted((one, other) => one - other);
  const at = (share: number) => sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * share))] ?? 0;
  return { median: at(0.5), p95: at(0.95), longest: at(1) };
}
