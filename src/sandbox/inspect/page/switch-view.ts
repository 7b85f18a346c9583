import { elementOf } from './build-element.ts';
import type { FaultPanel } from './fault-panel.ts';

/** Handles the keys / and Escape. */
export function wireKeys(close: () => void): void {
  document.addEventListener('keydown', (event) => {
    const isTyping = event.target instanceof HTMLInputElement || event.target instanceof HTMLSelectElement;
    if (event.key === '/' && !isTyping) {
      event.preventDefault();
      showView('requests');
      elementOf('text', HTMLInputElement).focus();
    }
    if (event.key === 'Escape') close();
  });
}

/** Connects the buttons that select a view. */
export function wireViews(faults: FaultPanel): void {
  for (const button of document.querySelectorAll<HTMLButtonElement>('[data-go]'))
    button.addEventListener('click', () => {
      const view = button.dataset['go'] ?? 'requests';
      showView(view);
      if (view === 'faults') void faults.refresh();
    });
  showView('requests');
}

/** Shows a view. On a wide page it appears beside the requests; on a narrow one it replaces them. */
export function showView(view: string): void {
  const { dataset } = document.body;
  dataset['view'] = view;
  if (view !== 'requests') dataset['side'] = view;
  delete dataset['detail'];
  for (const button of document.querySelectorAll<HTMLButtonElement>('[data-go]')) {
    const to = button.dataset['go'];
    const isOn = to === view || (!isNarrow() && to === dataset['side']);
    button.setAttribute('aria-pressed', String(isOn));
  }
}

export function isNarrow(): boolean {
  return matchMedia('(max-width: 999px)').matches;
}
