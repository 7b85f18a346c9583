export function inspectPage(): { readonly document: string; readonly script: string; readonly style: string };
