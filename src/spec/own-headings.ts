/**
 * Headings of the reason in a file of failed rows. Readers ignore them: the file can be applied without
 * edits.
 */
export const REASON_HEADINGS = ['orgctl.code', 'orgctl.message'] as const;

/** The heading of the original place of a rejected row. */
export const PLACE_HEADING = 'orgctl.place';

/** The heading of the original text of a line that could not be read. */
export const TEXT_HEADING = 'orgctl.text';
