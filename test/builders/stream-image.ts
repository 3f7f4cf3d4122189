import type { DynamoDBRecord } from 'aws-lambda';

type Image = NonNullable<NonNullable<DynamoDBRecord['dynamodb']>['NewImage']>;

/** The value in DynamoDB's attribute format. */
function attributeOf(value: unknown): Image[string] {
  if (typeof value === 'string') return { S: value };
  if (Array.isArray(value)) return { L: value.map(attributeOf) };
  return { M: imageOf(value ?? {}) };
}

/** A row as a record of a stream has it. Its values are texts, lists and objects. */
export const imageOf = (fields: object): Image =>
  Object.fromEntries(
    Object.entries(fields)
      .filter(([, value]) => value !== undefined)
      .map(([name, value]) => [name, attributeOf(value)]),
  );
