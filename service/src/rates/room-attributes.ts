import { Type } from 'typebox'
import { nullable } from '../edge/schemas.ts'
import type { RoomAttributes } from '../rooms/attributes.ts'
import { BED_TYPES } from '../rooms/words/beds.ts'
import { CLASSES } from '../rooms/words/grades.ts'

export const AttributesSchema = Type.Object(
  {
    class: nullable(Type.Enum([...CLASSES]), 'The kind of room, else its grade.'),
    beds: nullable(
      Type.Array(
        Type.Object({
          type: Type.Enum([...BED_TYPES], { description: '`bed` if the size is not stated.' }),
          count: Type.Integer({ description: 'How many.', minimum: 1 }),
        }),
      ),
      'Null also if the guest or the hotel chooses among beds.',
    ),
    view: nullable(Type.String(), 'What the room looks out on, such as `sea`, `partial sea` or `city`.'),
    bedrooms: nullable(Type.Integer(), 'Separate bedrooms.'),
    sleeps: nullable(Type.Integer(), 'Maximum guests.'),
    area_m2: nullable(Type.Number(), 'Square metres.'),
    accessible: nullable(Type.Boolean(), 'For guests with disabilities.'),
    smoking: nullable(Type.Boolean(), 'Whether smoking is allowed.'),
    club: nullable(Type.Boolean(), 'With access to a club floor or lounge.'),
  },
  {
    $id: 'RoomAttributes',
    description:
      'What the source states of the room, else what its name says. Null if neither says; never guessed from the price.',
  },
)

export function attributesView(of: RoomAttributes) {
  return {
    class: of.class,
    beds: of.beds,
    view: of.view,
    bedrooms: of.bedrooms,
    sleeps: of.sleeps,
    area_m2: of.areaM2,
    accessible: of.accessible,
    smoking: of.smoking,
    club: of.club,
  }
}
