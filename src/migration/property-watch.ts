/** Follows the structure of JSON to determine whether a position is below a requested property. */
export interface PropertyWatch {
  /** Processes one of `{ } [ ] : ,` outside a string. */
  see(byte: number): void;
  /** Whether a string that starts here is the name of a property. */
  expectsName(): boolean;
  /** Processes a name; undefined if it cannot be read. */
  visitName(name: string | undefined): void;
  isSelected(): boolean;
  /** Requested names that were not found. */
  absent(): readonly string[];
  /** Other names that were found, to suggest one: the first ones of a dump. */
  others(): readonly string[];
}

/** Maximum number of names kept, because the properties of a dump may be IDs. */
const MAX_OTHERS = 500;

const OBJECT = 1;
const ARRAY = 0;

export function createPropertyWatch(names: readonly string[]): PropertyWatch {
  const wanted = new Set(names);
  const absent = new Set(names);
  const others = new Set<string>();
  /** Open objects and arrays, outermost first. */
  const open: number[] = [];
  let expectsName = false;
  /** Nesting depth of the selected property. */
  let selectedAt: number | undefined;
  const leave = () => {
    open.pop();
    expectsName = false;
    if (selectedAt !== undefined && open.length < selectedAt) selectedAt = undefined;
  };
  return {
    see(byte) {
      switch (String.fromCharCode(byte)) {
        case '{':
          open.push(OBJECT);
          expectsName = true;
          break;
        case '[':
          open.push(ARRAY);
          expectsName = false;
          break;
        case ',':
          expectsName = open.at(-1) === OBJECT;
          if (selectedAt === open.length) selectedAt = undefined;
          break;
        case ':':
          expectsName = false;
          break;
        default:
          leave();
      }
    },
    expectsName: () => expectsName,
    visitName(name) {
      if (name === undefined) return;
      if (!wanted.has(name)) {
        if (others.size < MAX_OTHERS) others.add(name);
        return;
      }
      absent.delete(name);
      selectedAt ??= open.length;
    },
    isSelected: () => selectedAt !== undefined,
    absent: () => [...absent],
    others: () => [...others],
  };
}
