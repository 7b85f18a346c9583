import { PLAIN_STEPS, type Step } from './map-steps.ts';

/** A part of a template: text, or the cell under a heading. */
export type TemplatePart =
  | { readonly text: string }
  | {
      readonly heading: string;
      /** `{Heading?}`: the cell may be blank. */
      readonly isOptional: boolean;
      readonly steps: readonly Step[];
    };

/**
 * Parses a template such as `{First name|ascii|lower}.{Last name}`: a heading in braces, steps after bars, a
 * question mark if the cell may be blank; `{{` is a literal brace.
 */
export function parseTemplate(
  template: string,
): { readonly parts: readonly TemplatePart[] } | { readonly problem: string } {
  const parts: TemplatePart[] = [];
  for (const match of template.matchAll(/\{\{|\}\}|\{([^{}]*)\}|[^{}]+|[{}]/g)) {
    const [token, inner] = match;
    if (inner === undefined) {
      if (token === '{' || token === '}')
        return { problem: `unmatched "${token}"; for a literal brace write ${token}${token}` };
      parts.push({ text: token === '{{' ? '{' : token === '}}' ? '}' : token });
      continue;
    }
    const [name = '', ...words] = inner.split('|').map((word) => word.trim());
    const heading = name.replace(/\?$/, '').trim();
    if (heading === '') return { problem: 'a template needs a heading between the braces' };
    const unknown = words.find((word) => stepNamed(word) === undefined);
    if (unknown !== undefined)
      return { problem: `"${unknown}" is not a step; known steps: ${Object.keys(PLAIN_STEPS).join(', ')}` };
    const steps = words.flatMap((word) => stepNamed(word) ?? []);
    parts.push({ heading, isOptional: name.endsWith('?'), steps });
  }
  if (!parts.some((part) => 'heading' in part)) return { problem: 'a template needs a heading in braces' };
  return { parts };
}

function stepNamed(word: string): Step | undefined {
  return Object.entries(PLAIN_STEPS).find(([known]) => known === word)?.[1];
}
