import { pageLocale } from './dates.ts';

/** A number with the thousands separated as is the custom in the page's language. */
export function grouped(number: number): string {
  return number.toLocaleString(pageLocale());
}
