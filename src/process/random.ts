/** A source of numbers in [0, 1). The service passes `Math.random`; a test passes its own draws. */
export type Random = () => number;
