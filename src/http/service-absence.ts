/** The period for which a service requested no calls after a 5xx, on the local clock. */
export interface ServiceAbsence {
  /** @returns `until` */
  begin(until: number, status: number): number;
  until(): number;
  /** Returns the status of the last such response. */
  status(): number;
}

/** Records the latest end requested in any response. */
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
