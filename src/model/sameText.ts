/** Whether two texts say the same: servers end lines in their own way and drop blanks around a text. */
export const isSameText = (one: string, other: string): boolean => plainText(one) === plainText(other);

/** A text as servers keep it, but for the ends of its lines. */
export const plainText = (text: string): string => text.replace(/\r\n?/g, '\n').trim();
