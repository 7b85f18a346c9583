import type { ExchangeHead } from '../exchange.ts';
import { build, elementOf } from './build-element.ts';
import { FaultPanel } from './fault-panel.ts';
import { type Drawing, fillSelects, wireFilters } from './filter-bar.ts';
import { KnownRequests } from './known-requests.ts';
import { OrganizationPanel } from './organization-panel.ts';
import { requestDetail } from './request-detail.ts';
import { RequestList } from './request-list.ts';
import { SandboxSession } from './sandbox-session.ts';
import { isNarrow, wireKeys, wireViews } from './switch-view.ts';

/** Maximum number of requests kept, the same as in the sandbox. */
const CAPACITY = 10_000;
const STORED_TOKEN = 'sandbox-token';
/** Milliseconds for which a message in the footer is shown. */
const MESSAGE_TIMEOUT = 2_500;

const STATES = { live: 'live', away: 'not reachable', refused: 'token refused' } as const;

function start(): void {
  const [, given] = /^#token=(.+)$/.exec(location.hash) ?? [];
  // Remove the token from the URL, so that it is neither copied nor kept in the history.
  if (given !== undefined) history.replaceState(null, '', location.pathname);
  const token = given === undefined ? sessionStorage.getItem(STORED_TOKEN) : decodeURIComponent(given);
  if (token === null) askForToken();
  else void open(token);
}

function askForToken(why = ''): void {
  elementOf('app', HTMLElement).hidden = true;
  const form = elementOf('login', HTMLFormElement);
  const field = elementOf('token', HTMLInputElement);
  elementOf('login-error', HTMLElement).textContent = why;
  form.hidden = false;
  field.value = '';
  field.focus();
  form.onsubmit = (event) => {
    event.preventDefault();
    void open(field.value.trim());
  };
}

async function open(token: string): Promise<void> {
  const session = new SandboxSession(token);
  const refused = await session.tryToken().catch(() => 'the sandbox is not reachable');
  if (refused !== undefined) {
    sessionStorage.removeItem(STORED_TOKEN);
    askForToken(refused);
    return;
  }
  sessionStorage.setItem(STORED_TOKEN, token);
  elementOf('login', HTMLElement).hidden = true;
  elementOf('app', HTMLElement).hidden = false;
  show(session);
}

function show(session: SandboxSession): void {
  const known = new KnownRequests(CAPACITY);
  const organization = new OrganizationPanel(elementOf('organization', HTMLElement), session, (name) => {
    elementOf('name', HTMLElement).textContent = name;
    document.title = `${name} · Sandbox`;
  });
  const faults = new FaultPanel(elementOf('faults', HTMLElement), session, {
    count: showFaultCount,
    refused: showMessage,
  });
  const detail = elementOf('detail', HTMLElement);
  let chosen: number | undefined;
  const openRequest = async (seq: number, isOpened: boolean) => {
    chosen = seq;
    const found = await session.exchange(seq);
    if (chosen !== seq) return;
    if (found === undefined) return showMessage('this request is no longer stored');
    detail.replaceChildren(...requestDetail(found.exchange, found.changes, { copy, close }));
    detail.scrollTop = 0;
    if (isOpened) document.body.dataset['detail'] = 'open';
    if (isOpened && isNarrow()) detail.focus();
  };
  const listElement = elementOf('list', HTMLElement);
  const list = new RequestList(listElement, elementOf('rows', HTMLElement), (seq, isOpened) => {
    void openRequest(seq, isOpened);
  });
  const close = () => {
    delete document.body.dataset['detail'];
    listElement.focus();
  };
  emptyDetail(detail);
  const drawing = drawRequests(known, list);
  wireFilters(known, drawing);
  drawing.now();
  wireKeys(close);
  wireViews(faults);
  let started = '';
  let lastChange = 0;
  void session.listen(() => ({ exchange: known.last, change: lastChange }), {
    onHello: (hello) => {
      // A restarted sandbox numbers its requests from 1 again.
      if (started !== '' && started !== hello.started) location.reload();
      started = hello.started;
    },
    onExchange: (head) => drawing.add(head),
    onChange: (change) => {
      lastChange = change.seq;
      organization.add(change);
    },
    onState: (state) => {
      const line = elementOf('state', HTMLElement);
      line.textContent = STATES[state];
      line.className = `state ${state}`;
      if (state === 'refused') askForToken('the token was refused');
    },
  });
  organization.refreshSoon();
  void faults.refresh();
}

/** Returns a drawing that batches new requests: they are drawn once per frame. */
function drawRequests(known: KnownRequests, list: RequestList): Drawing {
  let waiting: ExchangeHead[] = [];
  let isPaused = false;
  let isDue = false;
  const draw = () => {
    isDue = false;
    const fresh = isPaused ? [] : waiting;
    if (!isPaused) waiting = [];
    const added = known.add(fresh);
    if (fresh.length > 0) fillSelects(known);
    list.show(known.wanted, added);
    showTally(known, isPaused ? waiting.length : 0);
  };
  return {
    add(head) {
      // After a lost connection, requests that wait here come again.
      if (head.seq <= (waiting.at(-1)?.seq ?? 0)) return;
      waiting.push(head);
      if (waiting.length > 2 * CAPACITY) waiting = waiting.slice(-CAPACITY);
      if (isDue) return;
      isDue = true;
      requestAnimationFrame(draw);
    },
    now: draw,
    pause(paused) {
      isPaused = paused;
      draw();
    },
  };
}

function showTally(known: KnownRequests, waiting: number): void {
  const all = known.size.toLocaleString('en-US');
  const wanted = known.wanted.length;
  const words =
    wanted === known.size ? `${all} requests` : `${wanted.toLocaleString('en-US')} of ${all} requests`;
  const more = waiting === 0 ? '' : ` · ${waiting.toLocaleString('en-US')} waiting`;
  elementOf('tally', HTMLElement).textContent =
    `${known.size === 1 && wanted === 1 ? '1 request' : words}${more}`;
  const nothing = elementOf('nothing', HTMLElement);
  nothing.hidden = wanted > 0;
  nothing.textContent =
    known.size === 0
      ? `No requests yet. Point your client at ${location.origin}.`
      : 'No request matches the filters.';
}

function emptyDetail(detail: HTMLElement): void {
  detail.replaceChildren(
    build(
      'div',
      { class: 'empty' },
      build('h2', { text: 'Select a request' }),
      build('p', {
        class: 'soft',
        text: 'Shows its bodies, the rule that refused it and its changes.',
      }),
      build(
        'p',
        { class: 'soft keys' },
        ...[
          ['↑ ↓', 'move'],
          ['Enter', 'open'],
          ['/', 'search'],
          ['Esc', 'back'],
        ].map(([key = '', text = '']) =>
          build('span', {}, build('kbd', { text: key }), build('span', { text })),
        ),
      ),
    ),
  );
}

function showFaultCount(count: number): void {
  const badge = elementOf('fault-count', HTMLElement);
  badge.hidden = count === 0;
  badge.textContent = String(count);
}

function copy(text: string, what: string): void {
  navigator.clipboard.writeText(text).then(
    () => showMessage(`copied ${what}`),
    () => showMessage(`the browser did not allow copying ${what}`),
  );
}

let messageTimer: ReturnType<typeof setTimeout> | undefined;

function showMessage(text: string): void {
  const line = elementOf('said', HTMLElement);
  line.textContent = text;
  clearTimeout(messageTimer);
  messageTimer = setTimeout(() => {
    line.textContent = '';
  }, MESSAGE_TIMEOUT);
}

start();
