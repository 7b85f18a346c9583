/** Columns of a group file. */
export const GROUP_COLUMNS = ['group', 'member', 'action'] as const;
export type GroupColumn = (typeof GROUP_COLUMNS)[number];
