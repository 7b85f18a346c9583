/**
 * Properties of an element besides its children. Only text and attributes, so that no text becomes markup.
 */
export interface ElementProperties {
  readonly class?: string;
  readonly text?: string;
  readonly attributes?: Readonly<Record<string, string>>;
  readonly onClick?: () => void;
}

/** Creates an element. */
export function build<Name extends keyof HTMLElementTagNameMap>(
  name: Name,
  { class: classes, text, attributes = {}, onClick }: ElementProperties = {},
  ...children: readonly (Node | undefined)[]
): HTMLElementTagNameMap[Name] {
  const element = document.createElement(name);
  if (classes !== undefined) element.className = classes;
  if (text !== undefined) element.textContent = text;
  for (const [attribute, value] of Object.entries(attributes)) element.setAttribute(attribute, value);
  if (onClick !== undefined) element.addEventListener('click', onClick);
  element.append(...children.filter((child) => child !== undefined));
  return element;
}

/** Returns the element with an ID. @throws Error if it has another type */
export function elementOf<Kind extends HTMLElement>(id: string, kind: new () => Kind): Kind {
  const element = document.getElementById(id);
  if (element instanceof kind) return element;
  throw new Error(`the page has no ${id}`);
}
