/** Notices that a list changed while it was read: the service has no session for a list (SCIM §4.1). */
export interface MovementWatch {
  /**
   * Looks at the next page.
   * @param firstId ID of its first resource, if it has one.
   * @param holds whether a resource with this ID stands near the end of the page.
   */
  see(totalResults: number | undefined, firstId: string | undefined, holds: (id: string) => boolean): void;
  /** The total changed, or a page began with what the one before had already. */
  hasMoved(): boolean;
}

export function watchMovement(): MovementWatch {
  let hasMoved = false;
  let total: number | undefined;
  let heldBefore: (id: string) => boolean = () => false;
  return {
    see(totalResults, firstId, holds) {
      hasMoved ||= total !== undefined && totalResults !== undefined && totalResults !== total;
      hasMoved ||= firstId !== undefined && heldBefore(firstId);
      total = totalResults ?? total;
      heldBefore = holds;
    },
    hasMoved: () => hasMoved,
  };
}
