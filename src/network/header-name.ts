/** True for what can be the name of an HTTP header (field-name of RFC 9110). */
export const isHeaderName = (text: string): boolean => /^[\w!#$%&'*+.^`|~-]+$/.test(text);
