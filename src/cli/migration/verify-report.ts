import type { CompareCounts } from '../../migration/compare/compare-counts.ts';
import type { Joined } from '../../migration/compare/difference.ts';
import { reportDigest, type Verification } from '../../migration/compare/verify-organizations.ts';
import type { ListView, View } from '../../output/view.ts';
import { asJson } from '../../rules/json-value.ts';
import type { JsonObject } from '../../spec/protocol-types.ts';
import { defined } from '../../values/defined.ts';
import { version } from '../host.ts';
import { differenceJson } from '../views/difference-view.ts';

/** The contents of a report, and who signs it off. */
export interface VerifyFacts {
  readonly joined: Joined;
  readonly verification: Verification;
  /** RFC 3339. */
  readonly taken: string;
  /** The attributes that were left out, as typed. */
  readonly leftOut: readonly string[];
  readonly signedOffBy: string | undefined;
}

/** A report as data, with the digest over all of it. */
export interface VerifyReport {
  readonly verdict: 'equal' | 'different';
  readonly taken: string;
  readonly tool: string;
  readonly a: Side;
  readonly b: Side;
  readonly joined: Verification['joined'];
  readonly notCompared: readonly string[];
  readonly users: CompareCounts['people'];
  readonly groups: CompareCounts['groups'];
  readonly memberships: number;
  readonly attributes: Verification['attributes'];
  readonly differences: readonly JsonObject[];
  readonly differencesNotListed: number;
  readonly samples: Verification['samples'];
  readonly signedOffBy?: string;
  readonly digest: string;
}

interface Side {
  readonly name: string;
  readonly users: number;
  readonly groups: number;
}

/** Returns the report as data. */
export function verifyReport({
  joined,
  verification,
  taken,
  leftOut,
  signedOffBy,
}: VerifyFacts): VerifyReport {
  const { counts, attributes, differences, more, samples } = verification;
  const side = ({ name, people, groups }: Joined['a']): Side => ({
    name,
    users: people.length,
    groups: groups.length,
  });
  const report: Omit<VerifyReport, 'digest'> = {
    verdict: counts.all === 0 ? 'equal' : 'different',
    taken,
    tool: `orgctl ${version}`,
    a: side(joined.a),
    b: side(joined.b),
    joined: verification.joined,
    notCompared: [...joined.missing, ...leftOut],
    users: counts.people,
    groups: counts.groups,
    memberships: counts.memberships,
    attributes,
    differences: differences.map(differenceJson),
    differencesNotListed: more,
    samples,
    ...defined({ signedOffBy }),
  };
  return { ...report, digest: reportDigest(report) };
}

/** View of a report as data. */
export const REPORT_VIEW: View<VerifyReport> = { json: asJson, columns: [] };

/** View of the attributes of a report. */
export const VERIFIED_VIEW: ListView<Verification['attributes'][number]> = {
  isSummarized: true,
  json: (row) => ({ ...row }),
  columns: [
    {
      name: 'attribute',
      heading: 'Attribute',
      importance: 1,
      isWhole: true,
      value: ({ attribute }) => attribute,
    },
    { name: 'compared', heading: 'Users', importance: 2, align: 'right', value: ({ compared }) => compared },
    {
      name: 'different',
      heading: 'Different',
      importance: 1,
      align: 'right',
      value: ({ different }) => different,
    },
    {
      name: 'digestInA',
      heading: 'Digest in A',
      importance: 1,
      value: ({ digestInA }) => digestInA.slice(0, SHORT),
    },
    {
      name: 'digestInB',
      heading: 'Digest in B',
      importance: 1,
      value: ({ digestInB }) => digestInB.slice(0, SHORT),
    },
  ],
};

/** Number of digits of a digest that are shown. */
export const SHORT = 16;
