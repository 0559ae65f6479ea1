import { fileURLToPath } from 'node:url';

/** Beside this file in a built package; among the sources there is none. */
export const prebuiltFolder = fileURLToPath(new URL('./site', import.meta.url));

/** The address that a package's pages are built with: nobody's, so that nothing else on a page can be taken for it. */
export const standIn = 'https://address-of-this-service.invalid';
