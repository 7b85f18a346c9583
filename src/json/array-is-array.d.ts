/**
 * `Array.isArray` of the standard library makes `any[]` of what it is asked about, and `any` is not checked.
 * Here the elements of an unknown list are unknown, and a list of JSON stays a list of JSON.
 */
interface ArrayConstructor {
  isArray(value: unknown): value is readonly unknown[];
}
