/**
 * The standard `Array.isArray` narrows to `any[]`, and `any` is not type-checked. Here the elements of an
 * unknown list are unknown, and a list of JSON stays a list of JSON.
 */
interface ArrayConstructor {
  isArray(value: unknown): value is readonly unknown[];
}
