import type { Rate } from '../source.ts'

/** The points of each night, only if they differ: otherwise the average says the same. */
export function pointsByNight(points: readonly number[]): Pick<Rate, 'pointsByNight'> {
  return points.every((night) => night === points[0]) ? {} : { pointsByNight: points }
}
