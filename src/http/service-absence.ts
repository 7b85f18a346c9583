/** The time in which a service in trouble asked not to be called, by the clock of this machine. */
export interface ServiceAbsence {
  /** @returns `until` */
  begin(until: number, status: number): number;
  until(): number;
  /** What the service answered last when it asked for it. */
  status(): number;
}

/** Remembers the latest end that any request was told. */
export function createServiceAbsence(): ServiceAbsence {
  let latest = Number.NEGATIVE_INFINITY;
  let last = 503;
  return {
    begin(until, status) {
      latest = Math.max(latest, until);
      last = status;
      return until;
    },
    until: () => latest,
    status: () => last,
  };
}
