/** Whether two texts say the same: servers end lines in their own way and drop blanks around a text. */
export const isSameText = (one: string, other: string): boolean => plain(one) === plain(other);

const plain = (text: string): string => text.replace(/\r\n?/g, '\n').trim();
