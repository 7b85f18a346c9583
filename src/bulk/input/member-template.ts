import { scalar } from './proposed-map.ts';

/** The member column in a directory's import template for group members. */
const MEMBER = /\[memberObjectIdOrUpn\]/i;

/** Whether a heading is from the template for the members of one group, which does not contain the group. */
export function isMemberTemplate(heading: string): boolean {
  return MEMBER.test(heading);
}

/**
 * Returns a map for such a template as YAML; the user must add the group.
 * @param file name of the file, quoted for the shell
 */
export function memberTemplateMap(heading: string, file: string): string {
  return [
    '# Members of one group; its name is not in the file. Add the name, then try:',
    `#   orgctl bulk check ${file} --map FILE`,
    'columns:',
    '  # group: { value: NAME } # name of the group',
    `  member: ${scalar(heading)}`,
    '',
  ].join('\n');
}
