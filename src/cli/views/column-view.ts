import type { View } from '../../output/view.ts';
import { USER_ATTRIBUTE_NAMES, USER_ATTRIBUTES, type UserAttribute } from '../../spec/user-attributes.ts';
import { flagOf } from '../options/attribute-options.ts';

/** A column of users: in a table, in a CSV, or in --where. */
export interface ExplainedColumn {
  readonly name: string;
  readonly attribute: UserAttribute;
}

/** Returns the column with this name, heading, flag or attribute path. */
export function columnOfUsers(text: string): ExplainedColumn | undefined {
  const wanted = text.trim().toLowerCase();
  const name = USER_ATTRIBUTE_NAMES.find((one) => {
    const { path, label, otherPaths = [] }: UserAttribute = USER_ATTRIBUTES[one];
    return [one, label, flagOf(one), path, ...otherPaths].some((known) => known.toLowerCase() === wanted);
  });
  return name === undefined ? undefined : { name, attribute: USER_ATTRIBUTES[name] };
}

/** Prints the explanation of a column. */
export const EXPLAINED_COLUMN_VIEW: View<ExplainedColumn> = {
  json: ({ name, attribute }) => ({
    column: name,
    heading: attribute.label,
    path: attribute.path,
    example: attribute.example,
    mayClear: attribute.mayClear,
    write: attribute.write,
  }),
  columns: [
    { name: 'column', heading: 'Column', importance: 1, value: ({ name }) => name },
    { name: 'heading', heading: 'Heading', importance: 1, value: ({ attribute }) => attribute.label },
    { name: 'path', heading: 'SCIM path', importance: 1, value: ({ attribute }) => attribute.path },
    { name: 'example', heading: 'Example', importance: 1, value: ({ attribute }) => attribute.example },
    {
      name: 'clear',
      heading: 'Can be cleared?',
      importance: 1,
      value: ({ attribute }) => (attribute.mayClear ? 'yes' : 'no'),
    },
    {
      name: 'write',
      heading: 'Can be changed?',
      importance: 1,
      value: ({ attribute }) => (attribute.write === 'create' ? 'only when the user is created' : 'yes'),
    },
    {
      name: 'use',
      heading: 'Use it as',
      importance: 1,
      value: ({ name, attribute }) =>
        `--columns ${name}; --where '${name} eq "${attribute.example}"'; a CSV column "${name}"`,
    },
  ],
};
