import { isCut, type ShownBody, type ShownExchange } from '../exchange.ts';
import type { SeenChange } from '../seen-change.ts';
import { build } from './build-element.ts';
import { changeList } from './change-list.ts';
import { curlLine, orgctlLine } from './copied-commands.ts';
import { durationText, timeOfDayText } from './request-list.ts';

/** Returns the detail view of a request. */
export function requestDetail(
  exchange: ShownExchange,
  changes: readonly SeenChange[],
  act: { readonly copy: (text: string, what: string) => void; readonly close: () => void },
): readonly Node[] {
  const { method, path, status, outcome, took, time, agent, token, api, operation, fault } = exchange;
  const facts = [api === 'none' ? 'no API' : api, operation, agent || 'client without a name', token].filter(
    (fact) => fact !== undefined,
  );
  return [
    build(
      'div',
      { class: 'title' },
      build('button', {
        class: 'back',
        text: '← Requests',
        attributes: { type: 'button' },
        onClick: act.close,
      }),
      build('h2', {}, build('span', { class: 'method', text: method }), build('span', { text: path })),
      build(
        'p',
        { class: 'facts' },
        build('span', {
          class: `status ${outcome}`,
          text: status === undefined ? 'no response' : String(status),
        }),
        build('span', { text: durationText(took) }),
        build('span', { text: timeOfDayText(time), attributes: { title: time } }),
        ...facts.map((text) => build('span', { text })),
      ),
    ),
    buttons(exchange, act.copy),
    ...(fault === undefined ? [] : [build('p', { class: 'met', text: `Injected fault: ${fault}` })]),
    ...refusalBox(exchange),
    ...bodyBox('Request body', exchange.sent),
    ...bodyBox('Response body', exchange.answered),
    ...(changes.length === 0
      ? []
      : [build('section', { class: 'box' }, build('h3', { text: 'Changes' }), changeList(changes))]),
  ];
}

function buttons(exchange: ShownExchange, copy: (text: string, what: string) => void): HTMLElement {
  const curl = curlLine(exchange, location.origin);
  const line = orgctlLine(exchange, location.origin);
  const button = (text: string, onClick: () => void) =>
    build('button', { text, attributes: { type: 'button' }, onClick });
  return build(
    'div',
    { class: 'buttons' },
    curl === undefined
      ? build('p', { class: 'soft', text: 'The request is not stored whole, so it cannot be copied.' })
      : button('Copy as curl', () => copy(curl, 'the curl command')),
    line === undefined ? undefined : button('Copy as orgctl', () => copy(line, 'the orgctl command')),
  );
}

function refusalBox({ refusal, fault }: ShownExchange): readonly HTMLElement[] {
  if (refusal === undefined) return [];
  const { code, section, rule, found, remedy } = refusal;
  const line = (name: string, text: string | undefined) =>
    text === undefined || text === '' ? [] : [build('dt', { text: name }), build('dd', { text })];
  return [
    build(
      'section',
      { class: 'box refusal' },
      build(
        'h3',
        {},
        build('code', { text: code }),
        section === undefined || fault !== undefined
          ? undefined
          : build('span', { class: 'section', text: section }),
      ),
      build('dl', {}, ...line('Rule', rule), ...line('Found', found), ...line('Remedy', remedy)),
    ),
  ];
}

function bodyBox(name: string, body: ShownBody | undefined): readonly HTMLElement[] {
  if (body === undefined) return [];
  const { text, size, type } = body;
  const about = [
    type?.split(';')[0],
    `${size.toLocaleString('en-US')} characters`,
    isCut(text, size) ? 'truncated' : undefined,
  ];
  return [
    build(
      'section',
      { class: 'box' },
      build(
        'h3',
        {},
        build('span', { text: name }),
        build('span', { class: 'section', text: about.filter((word) => word !== undefined).join(' · ') }),
      ),
      text === ''
        ? build('p', { class: 'soft', text: 'This body is no longer stored.' })
        : build('pre', { text: pretty(text), attributes: { tabindex: '0', 'aria-label': name } }),
    ),
  ];
}

/** Formats JSON with indentation; returns other text unchanged. */
function pretty(text: string): string {
  try {
    return JSON.stringify(JSON.parse(text), undefined, 2);
  } catch {
    return text;
  }
}
