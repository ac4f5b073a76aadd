/**
 * Node does not optimize WebAssembly: the embedded database starts with 2.5 s less of processor time, and then takes
 * longer per statement.
 */
export const QUICK_DATABASE = '--liftoff-only'
