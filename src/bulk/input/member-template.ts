import { scalar } from './proposed-map.ts';

/** The column of a directory's template for the members of a group. */
const MEMBER = /\[memberObjectIdOrUpn\]/i;

/** Whether a heading is the one of a template for the members of one group, which the file does not name. */
export function isMemberTemplate(heading: string): boolean {
  return MEMBER.test(heading);
}

/** Returns the map of such a template as YAML: a person has to name the group. */
export function memberTemplateMap(heading: string, file: string): string {
  return [
    '# The members of one group, which the file does not name. Say it, and try it:',
    `#   orgctl bulk check ${file} --map FILE`,
    'columns:',
    '  # group: { value: NAME } # say which group',
    `  member: ${scalar(heading)}`,
    '',
  ].join('\n');
}
