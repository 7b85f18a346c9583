export interface BundledPackage {
  readonly folder: string;
  readonly name: string;
  readonly version: string;
  readonly license: string;
}
export function bundledPackages(metafile: {
  readonly inputs: Readonly<Record<string, unknown>>;
}): BundledPackage[];
export function licenseTexts(packages: readonly BundledPackage[], more?: readonly string[]): string;
export function runtimeLicense(): string;
export function billOfMaterials(
  program: { readonly name: string; readonly version: string; readonly license: string },
  packages: readonly BundledPackage[],
  isExecutable: boolean,
): string;
