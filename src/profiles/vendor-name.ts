/** The characters of a vendor name, in words. */
export const VENDOR_CHARACTERS = 'at most 63 letters, digits, -, _ and .';

/** Whether a word can be the vendor's name in a schema URN, whose parts are separated by colons. */
export function isVendorName(word: string): boolean {
  return /^[\w.-]{1,63}$/.test(word);
}
