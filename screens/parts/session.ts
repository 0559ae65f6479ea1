import { createContext } from 'preact';

/** Tells the page that its session is over. */
export const Session = createContext<{ readonly end: () => void }>({ end: () => {} });
