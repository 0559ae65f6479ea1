import { slug } from './markdown.ts';

/** Returns where the Redoc reference shows an operation, as the fragment of a link. */
export const placeInReference = (tag: string, operationId: string): string => `/${slug(tag)}/${operationId.toLowerCase()}`;
