/**
 * The word that stands for a vendor's word in identifiers. A profile replaces it. It has a file of its own:
 * every start reads it.
 */
export const DEFAULT_VENDOR = 'service';
