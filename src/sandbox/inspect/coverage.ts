import { SCIM_ERROR_CODES } from '../../spec/error-codes.ts';
import { SCIM_ENDPOINTS, type ScimEndpoint } from '../../spec/scim-endpoints.ts';
import { SCIM_RULES } from '../../spec/scim-rules.ts';
import { WEB_ERROR_CODES, type WebErrorCode } from '../../spec/webapi-error-codes.ts';
import { WEB_API_METHODS, type WebApiMethod } from '../../spec/webapi-methods.ts';
import { defined } from '../../values/defined.ts';
import { keysOf } from '../../values/keys-of.ts';
import type { ShownApi, ShownExchange } from './exchange.ts';
import { webSection } from './rule-of-refusal.ts';

/** An operation of the service, and how often clients used it. */
export interface OperationCoverage {
  readonly api: ShownApi;
  readonly resource: string;
  readonly operation: string;
  /** For example `PATCH /Users/<id>`. */
  readonly call: string;
  readonly requests: number;
  readonly done: number;
  readonly refused: number;
  readonly lost: number;
  /** Codes with which it was refused. */
  readonly codes: readonly string[];
}

/** A documented refusal, and how often clients received it. */
export interface RuleCoverage {
  readonly api: 'SCIM' | 'Web API';
  readonly code: string;
  readonly section: string;
  readonly rule: string;
  readonly remedy: string;
  readonly requests: number;
  /** Operations that were refused with it. */
  readonly operations: readonly string[];
}

/** Which operations and rules of the service clients have used, and which not. */
export interface Coverage {
  readonly requests: number;
  readonly done: number;
  readonly refused: number;
  readonly lost: number;
  readonly from?: string;
  readonly to?: string;
  /** User agents, and the number of requests of each. */
  readonly clients: readonly { readonly agent: string; readonly requests: number }[];
  readonly operations: readonly OperationCoverage[];
  readonly rules: readonly RuleCoverage[];
  /** Requests to endpoints that the service does not have, for example because of a mistyped path. */
  readonly unknown: readonly { readonly call: string; readonly requests: number }[];
  readonly faults: readonly { readonly fault: string; readonly requests: number }[];
}

/**
 * Maximum number of distinct clients, unknown paths or faults that are counted separately; the rest is
 * counted together.
 */
const MAX_KINDS = 200;
const OTHERS = 'others';

interface OperationCounts {
  requests: number;
  done: number;
  refused: number;
  lost: number;
  readonly codes: Set<string>;
}

/** Counts recorded requests one by one, without keeping them. */
export class CoverageCount {
  private readonly all: OperationCounts = emptyCounts();
  private first: string | undefined;
  private last: string | undefined;
  private readonly operations = new Map<string, OperationCounts>();
  private readonly codes = new Map<string, { requests: number; readonly operations: Set<string> }>();
  private readonly clients = new Map<string, number>();
  private readonly unknown = new Map<string, number>();
  private readonly faults = new Map<string, number>();

  add({ api, method, path, operation, outcome, code, fault, time, agent }: ShownExchange): void {
    const name = operation === undefined ? undefined : `${api} ${operation}`;
    count(this.all, outcome);
    if (this.first === undefined || time < this.first) this.first = time;
    if (this.last === undefined || time > this.last) this.last = time;
    countName(this.clients, agent === '' ? 'without a name' : agent);
    if (fault !== undefined) countName(this.faults, fault);
    if (name === undefined) countName(this.unknown, `${method} ${path.split('?')[0] ?? ''}`);
    else {
      const met = this.operations.get(name) ?? emptyCounts();
      this.operations.set(name, met);
      count(met, outcome);
      if (code !== undefined) met.codes.add(code);
    }
    // The code of an injected fault is not a rule of the service.
    if (code === undefined || fault !== undefined) return;
    const key = `${api === 'Web API' ? 'Web API' : 'SCIM'} ${code}`;
    const known = this.codes.get(key) ?? { requests: 0, operations: new Set() };
    known.requests += 1;
    known.operations.add(operation ?? 'unknown path');
    this.codes.set(key, known);
  }

  /** Returns the counts for every operation and rule, including those never used. */
  result(): Coverage {
    const { requests, done, refused, lost } = this.all;
    return {
      requests,
      done,
      refused,
      lost,
      ...defined({ from: this.first, to: this.last }),
      clients: sorted(this.clients).map(([agent, times]) => ({ agent, requests: times })),
      operations: ALL_OPERATIONS.map((operation) => {
        const { codes, ...counts } =
          this.operations.get(`${operation.api} ${operation.operation}`) ?? emptyCounts();
        return { ...operation, ...counts, codes: [...codes].sort() };
      }),
      rules: ALL_RULES.map((rule) => {
        const met = this.codes.get(`${rule.api} ${rule.code}`);
        return { ...rule, requests: met?.requests ?? 0, operations: [...(met?.operations ?? [])].sort() };
      }),
      unknown: sorted(this.unknown).map(([call, times]) => ({ call, requests: times })),
      faults: sorted(this.faults).map(([fault, times]) => ({ fault, requests: times })),
    };
  }
}

type WithoutCounts<Row> = Omit<Row, 'requests' | 'done' | 'refused' | 'lost' | 'codes' | 'operations'>;

/** All SCIM operations in both versions, and all Web API methods (SCIM §4, WEB §4). */
const ALL_OPERATIONS: readonly WithoutCounts<OperationCoverage>[] = [
  ...Object.entries<ScimEndpoint>(SCIM_ENDPOINTS).flatMap(([operation, { method, path, versions }]) =>
    versions.map((version) => ({
      api: `SCIM ${version}` as const,
      resource: path.split('/')[1] ?? '',
      operation,
      call: `${method} ${path}`,
    })),
  ),
  ...Object.entries<WebApiMethod>(WEB_API_METHODS).map(([operation, { verb }]) => ({
    api: 'Web API' as const,
    resource: operation,
    operation,
    call: `${verb} ${operation}`,
  })),
];

/** All documented refusals (SCIM §7, WEB §4, §5, §7). */
const ALL_RULES: readonly WithoutCounts<RuleCoverage>[] = [
  ...keysOf(SCIM_ERROR_CODES).map((code) => ({
    api: 'SCIM' as const,
    code,
    ...SCIM_RULES[code],
    remedy: SCIM_ERROR_CODES[code].remedy,
  })),
  ...keysOf(WEB_ERROR_CODES).map((code) => ({
    api: 'Web API' as const,
    code,
    section: webSection(code, methodWith(code)),
    rule: WEB_ERROR_CODES[code].meaning,
    remedy: WEB_ERROR_CODES[code].remedy,
  })),
];

/**
 * Returns the method if it is the only one that lists the code; undefined if several do, and for codes of
 * every method.
 */
function methodWith(code: WebErrorCode): string | undefined {
  const methods = Object.entries<WebApiMethod>(WEB_API_METHODS).filter(([, { errors }]) =>
    errors.includes(code),
  );
  return methods.length === 1 && WEB_ERROR_CODES[code].from === 'method' ? methods[0]?.[0] : undefined;
}

function emptyCounts(): OperationCounts {
  return { requests: 0, done: 0, refused: 0, lost: 0, codes: new Set() };
}

function count(met: OperationCounts, outcome: ShownExchange['outcome']): void {
  met.requests += 1;
  met[outcome] += 1;
}

function countName(counts: Map<string, number>, name: string): void {
  const kind = counts.has(name) || counts.size < MAX_KINDS ? name : OTHERS;
  counts.set(kind, (counts.get(kind) ?? 0) + 1);
}

function sorted(counts: ReadonlyMap<string, number>): readonly (readonly [string, number])[] {
  return [...counts].sort(([one, a], [other, b]) => b - a || (one < other ? -1 : 1));
}
