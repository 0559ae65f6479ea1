/** Chance as an argument: a number in [0, 1). The service passes `Math.random`; a test passes its own draws. */
export type Random = () => number;
