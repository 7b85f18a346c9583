/**
 * Default vendor name in schema URIs; a profile overrides it. In a file of its own, because every start loads
 * it.
 */
export const DEFAULT_VENDOR = 'service';
