import { NumberInput, type NumberInputProps } from '@mantine/core';
import { useState } from 'react';
import { numberIn } from './number-in.ts';

type Props = Omit<NumberInputProps, 'value' | 'onChange' | 'onBlur' | 'allowDecimal'> & {
  value: number;
  onChange: (value: number) => void;
};

/**
 * A field for a whole number. The field may be empty while the user types. If the field is still empty when the user
 * leaves it, the last number appears again.
 */
export function NumberField({ value, onChange, ...field }: Props) {
  const [isEmpty, setEmpty] = useState(false);
  const read = (typed: number | string) => {
    const number = numberIn(typed);
    setEmpty(number === undefined);
    if (number !== undefined) onChange(number);
  };
  return (
    <NumberInput
      {...field}
      allowDecimal={false}
      value={isEmpty ? '' : value}
      onChange={read}
      onBlur={() => setEmpty(false)}
    />
  );
}
