/** Tells if an answer's status takes what was sent. What a timeline shows in its place, if no answer came, does not. */
export const isAccepted = (answered: unknown): boolean => typeof answered === 'number' && answered >= 200 && answered < 300;
