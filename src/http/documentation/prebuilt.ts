import { fileURLToPath } from 'node:url';

/** A built package has the site beside this file. The sources have none. */
export const prebuiltFolder = fileURLToPath(new URL('./site', import.meta.url));

/** A package's pages are built with this placeholder address, which cannot be mistaken for anything else on a page. */
export const standIn = 'https://address-of-this-service.invalid';
