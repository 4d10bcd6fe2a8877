/** A variety of fruit. Weeks are those of the calendar, 1 to 53. */
export interface Variety {
  readonly id: string;
  readonly name: string;
  readonly fruit: 'apple' | 'pear' | 'plum' | 'cherry';
  readonly pickedFrom: number;
  readonly pickedUntil: number;
}

/** Says whether a variety is picked in a week. */
export const isInSeason = (variety: Variety, week: number): boolean =>
  week >= variety.pickedFrom && week <= variety.pickedUntil;
