/** Of a thousand attempts, one may begin late (D-207). */
const allowedLateShare = 0.001;

/** Returns the late attempts by those that the objective lets be late: above 1 it is missed. Zero where none has begun. */
export const errorBudgetUsed = (begun: number, late: number): number => (begun === 0 ? 0 : late / (begun * allowedLateShare));
