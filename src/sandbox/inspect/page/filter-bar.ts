import type { ExchangeHead } from '../exchange.ts';
import { build, elementOf } from './build-element.ts';
import type { KnownRequests } from './known-requests.ts';
import { STATUS_KINDS } from './wanted-requests.ts';

export interface Drawing {
  add(head: ExchangeHead): void;
  /** Redraws the list. */
  now(): void;
  /** Pauses or resumes the display of new requests. */
  pause(isPaused: boolean): void;
}

/** Connects the filters, and the buttons to pause and clear. */
export function wireFilters(known: KnownRequests, drawing: Drawing): void {
  const text = elementOf('text', HTMLInputElement);
  const selects = selectElements();
  options(selects.status, 'Any status', Object.entries(STATUS_KINDS));
  fillSelects(known);
  const apply = () => {
    known.want({
      text: text.value,
      client: selects.client.value,
      status: selects.status.value,
      resource: selects.resource.value,
    });
    drawing.now();
  };
  for (const element of [text, ...Object.values(selects)]) element.addEventListener('input', apply);
  const pause = elementOf('pause', HTMLButtonElement);
  pause.addEventListener('click', () => {
    const isPaused = pause.getAttribute('aria-pressed') !== 'true';
    pause.setAttribute('aria-pressed', String(isPaused));
    pause.textContent = isPaused ? 'Resume' : 'Pause';
    drawing.pause(isPaused);
  });
  elementOf('clear', HTMLButtonElement).addEventListener('click', () => {
    known.forget();
    drawing.now();
  });
}

function selectElements() {
  return {
    client: elementOf('client', HTMLSelectElement),
    status: elementOf('status', HTMLSelectElement),
    resource: elementOf('resource', HTMLSelectElement),
  };
}

/** Fills the selects with the known clients and resources; keeps the selection. */
export function fillSelects({ clients, resources }: KnownRequests): void {
  const { client, resource } = selectElements();
  const named = (names: readonly string[]) => names.map((name): [string, string] => [name, name]);
  options(client, 'Any client', named(clients));
  options(resource, 'Any resource', named(resources));
}

function options(
  select: HTMLSelectElement,
  usual: string,
  offered: readonly (readonly [string, string])[],
): void {
  if (select.options.length === offered.length + 1) return;
  const { value } = select;
  select.replaceChildren(
    build('option', { text: usual, attributes: { value: '' } }),
    ...offered.map(([of, text]) => build('option', { text, attributes: { value: of } })),
  );
  select.value = offered.some(([of]) => of === value) ? value : '';
}
