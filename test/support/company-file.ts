import { type Company, dayOf, type Employee, type Night, numberOf } from './company-model.ts';

/** The column map for the file of a company. */
export const COMPANY_MAP = `columns:
  userName: Login
  email: Mail
  employeeNumber: No
  title: Title
  department: Dept
  manager: Boss
  startDate: Start
  active: { value: 'true' }
provision:
  when: 'status eq "Active" and startDate le today+3d'
  otherwise: deactivate
`;

const HEADING = 'Login,Mail,No,Title,Dept,Boss,Start,Status\n';

/** One line of a file. */
export interface FileRow {
  readonly line: number;
  readonly employee: Employee;
  /** The row itself is invalid, so it must not be applied. */
  readonly isBad: boolean;
  /** The row does not identify a user. */
  readonly isUnreadable: boolean;
  /** The address is invalid. */
  readonly hasTypo: boolean;
}

export interface CompanyFile {
  readonly text: string;
  readonly rows: readonly FileRow[];
  /** Half of the rows are missing. */
  readonly isCut: boolean;
}

/** Writes the file of a night with all of its errors. */
export function fileOf(company: Company, night: number, { troubles, order }: Night): CompanyFile {
  const chosen = (what: string) =>
    troubles
      .filter((trouble) => trouble.what === what)
      .flatMap(({ who }) => company.employees[who % company.employees.length] ?? [])
      .filter((employee) => company.isProvisioned(employee, night));
  const [typos, shorts, twins] = [chosen('typo'), chosen('shortRow'), chosen('twin')];
  const isCut = night > 0 && troubles.some(({ what }) => what === 'cut');
  const people = shuffled(company.employees, order);
  const rows: FileRow[] = [];
  const lines: string[] = [];
  const add = (
    employee: Employee,
    text: string,
    { isBad = false, isUnreadable = false, hasTypo = false },
  ) => {
    lines.push(text);
    rows.push({
      line: lines.length + 1,
      employee,
      isBad: isBad || isUnreadable || hasTypo,
      isUnreadable,
      hasTypo,
    });
  };
  for (const employee of isCut ? people.slice(0, Math.floor(people.length / 2)) : people) {
    const text = lineOf(employee);
    const hasTwin = twins.includes(employee);
    if (shorts.includes(employee))
      add(employee, `${employee.userName},${employee.email}`, { isUnreadable: true });
    else if (typos.includes(employee)) add(employee, text.replace('@acme.example', '@'), { hasTypo: true });
    else add(employee, text, { isBad: hasTwin });
    if (hasTwin && !shorts.includes(employee) && !typos.includes(employee))
      add(employee, text.replace(',Title', ',Other title'), { isBad: true });
  }
  return { text: `${HEADING}${lines.join('\n')}\n`, rows, isCut };
}

function lineOf({ userName, email, number, title, department, boss, start, hasLeft }: Employee): string {
  const manager = boss === undefined ? '\\clear' : numberOf(boss);
  const status = hasLeft ? 'Left' : 'Active';
  return [userName, email, numberOf(number), title, department, manager, dayOf(start), status].join(',');
}

/** Shuffles a list, differently for each number. */
function shuffled<T>(list: readonly T[], order: number): readonly T[] {
  const key = (index: number) => (index * 7919 + order * 104_729) % 1009;
  return list
    .map((item, index) => [key(index), item] as const)
    .sort(([one], [other]) => one - other)
    .map(([, item]) => item);
}
