import { build } from './build-element.ts';
import type { KnownFault, SandboxSession } from './sandbox-session.ts';

/**
 * A fault that can be switched on and off: its label, its description, and the fault in the format of the
 * control API.
 */
interface Switch {
  readonly label: string;
  readonly about: string;
  readonly fault: Readonly<Record<string, unknown>>;
}

/** Predefined faults with a switch; each lasts until it is switched off. */
const SWITCHES: readonly Switch[] = [
  switchOf('Too many requests', 'every request: 429, after 2 seconds', { do: 'throttle', retryAfter: 2 }),
  switchOf('Write responses lost', 'the service applies the write, then the connection is reset', {
    method: 'write',
    do: 'reset',
    applied: true,
  }),
  switchOf('Service unavailable', 'every request: 503, nothing is applied', { do: 'error', status: 503 }),
  switchOf('Gateway error page', 'every request: an HTML page with 502', { do: 'html', status: 502 }),
  switchOf('Responses truncated', 'half of each body, then the connection ends', { do: 'cut', at: '50%' }),
  switchOf('Token expired', 'every token is refused', { do: 'token', end: 'expired' }),
  switchOf('Lists omit users', 'the total of each list is 5 too low', { do: 'total', add: -5 }),
  switchOf('Empty pages', 'the pages of every list are empty', { do: 'emptyPage' }),
];

function switchOf(label: string, about: string, fault: Readonly<Record<string, unknown>>): Switch {
  return { label, about, fault: { ...fault, times: 'always' } };
}

/** Members of a fault report that do not identify the fault. */
const ACCOUNT: readonly string[] = ['id', 'seen', 'consumed', 'requests'];

/** Switches faults of the sandbox on and off through the control API. */
export class FaultPanel {
  private readonly session: SandboxSession;
  private readonly list = build('div', { class: 'switches' });
  private readonly onCount: (count: number) => void;
  private readonly onRefused: (text: string) => void;
  /** Faults without a predefined switch that were switched off here; they can be switched on again. */
  private readonly off = new Map<string, Switch>();

  constructor(
    place: HTMLElement,
    session: SandboxSession,
    tell: { readonly count: (count: number) => void; readonly refused: (text: string) => void },
  ) {
    this.session = session;
    this.onCount = tell.count;
    this.onRefused = tell.refused;
    place.replaceChildren(
      build('h3', { text: 'Faults' }),
      build('p', { class: 'soft', text: 'A fault applies to every client of this sandbox while it is on.' }),
      this.list,
    );
  }

  /** Loads the active faults and shows them. */
  async refresh(): Promise<void> {
    const on = await this.session.faults();
    const own = on.map((fault) => ({ fault, key: keyOf(fault) }));
    const known = new Set(SWITCHES.map(({ fault }) => keyOf(fault)));
    const others = own.filter(({ key }) => !known.has(key));
    const rows = [
      ...SWITCHES.map((one) => this.row(one, own.find(({ key }) => key === keyOf(one.fault))?.fault)),
      ...others.map(({ fault, key }) => this.row(namedSwitch(fault, key), fault)),
      ...[...this.off.values()]
        .filter(({ fault }) => !own.some(({ key }) => key === keyOf(fault)))
        .map((one) => this.row(one, undefined)),
    ];
    const focused = document.activeElement?.getAttribute('data-key');
    this.list.replaceChildren(...rows);
    if (focused !== null && focused !== undefined)
      this.list.querySelector<HTMLElement>(`[data-key="${CSS.escape(focused)}"]`)?.focus();
    this.onCount(on.length);
  }

  private row(one: Switch, on: KnownFault | undefined): HTMLElement {
    const key = keyOf(one.fault);
    const met = on === undefined ? '' : ` · met ${on.consumed}×`;
    return build(
      'button',
      {
        class: 'switch',
        attributes: {
          type: 'button',
          role: 'switch',
          'aria-checked': String(on !== undefined),
          'data-key': key,
        },
        onClick: () => void this.toggle(one, on),
      },
      build('span', { class: 'track' }),
      build(
        'span',
        {},
        build('strong', { text: one.label }),
        build('span', { class: 'soft', text: `${one.about}${met}` }),
      ),
    );
  }

  private async toggle(one: Switch, on: KnownFault | undefined): Promise<void> {
    const isPreset = SWITCHES.includes(one);
    if (on !== undefined && !isPreset) this.off.set(keyOf(one.fault), one);
    const isDone =
      on === undefined ? await this.session.addFault(one.fault) : await this.session.removeFault(on.id);
    if (!isDone) this.onRefused(`“${one.label}” could not be switched`);
    await this.refresh();
  }
}

/** Returns a key that identifies a fault, regardless of its use so far and of omitted defaults. */
function keyOf(fault: Readonly<Record<string, unknown>>): string {
  return JSON.stringify(
    Object.entries(asWritten(fault))
      .filter(([name, value]) => !(name === 'nth' && value === 1))
      .filter(([name, value]) => !(name === 'applied' && value === false))
      .filter(([name, value]) => !(name === 'declared' && value === true))
      .filter(([name, value]) => !(name === 'body' && value === 'json'))
      .map(([name, value]) => [name, String(value)])
      .sort(),
  );
}

/** Returns the fault of a report, in the input format of the control API. */
function asWritten(fault: Readonly<Record<string, unknown>>): Readonly<Record<string, unknown>> {
  return Object.fromEntries(Object.entries(fault).filter(([name]) => !ACCOUNT.includes(name)));
}

function namedSwitch(fault: KnownFault, key: string): Switch {
  const written = asWritten(fault);
  const about = Object.entries(written)
    .filter(([name]) => name !== 'do')
    .map(([name, value]) => `${name} ${typeof value === 'object' ? JSON.stringify(value) : String(value)}`)
    .join(', ');
  return { label: fault.do, about: about === '' ? key : about, fault: written };
}
