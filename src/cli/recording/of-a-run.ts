/** Commands that continue or undo an earlier run. */
export const OF_A_RUN = /^(?:bulk )?(?:resume|undo)$/;
