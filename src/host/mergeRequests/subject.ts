import type { ReviewsArea } from '../reviews/area.ts';

/** A merge request and the project it is read in. */
export type Subject = NonNullable<Awaited<ReturnType<ReviewsArea['reviewSubject']>>>;
