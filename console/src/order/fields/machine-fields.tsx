import { Fieldset, Select, SimpleGrid } from '@mantine/core';
import { NumberField } from '../../ui/number-field.tsx';
import { type Flavor, flavorText } from '../choices.ts';
import type { Machines } from '../draft.ts';
import type { Form } from './form.ts';

type Kind = 'servers' | 'agents';
type Props = {
  form: Form;
  kind: Kind;
  title: string;
  flavors: readonly Flavor[];
  /** Whether the order names a flavor by uuid or by name. */
  keyOf: 'uuid' | 'name';
  fewest: number;
  /** The hint that the form shows if a flavor is optional and none is selected. */
  withoutFlavor?: string;
  /** Whether the size of the system volume can be chosen. */
  withDisk?: boolean;
  /** Whether the machines can have a data volume. */
  withData?: boolean;
};

/** Number, flavor and volumes of the machines of one role. */
export function MachineFields({ form, kind, title, flavors, keyOf, fewest, ...options }: Props) {
  const { withoutFlavor, withDisk = false, withData = false } = options;
  const machines = form.draft[kind];
  const change = (changes: Partial<Machines>) => form.change({ [kind]: { ...machines, ...changes } });
  return (
    <Fieldset legend={title}>
      <SimpleGrid cols={{ base: 1, sm: 2 }}>
        <NumberField
          label="Number"
          min={fewest}
          max={100}
          clampBehavior="strict"
          value={machines.count}
          error={form.errorOf(`${kind}.count`)}
          onChange={(count) => change({ count })}
        />
        <Select
          label="Flavor"
          searchable
          {...(withoutFlavor !== undefined && {
            placeholder: withoutFlavor,
            clearable: true,
            clearButtonProps: { 'aria-label': `No flavor of ${title.toLowerCase()}` },
          })}
          data={flavors.map((flavor) => ({ value: flavor[keyOf] ?? '', label: flavorText(flavor) }))}
          value={machines.flavor || null}
          error={form.errorOf(`${kind}.flavor`)}
          onChange={(flavor) => change({ flavor: flavor ?? '' })}
        />
        {withDisk && (
          <SizeField
            label="System volume"
            size={machines.disk}
            error={form.errorOf(`${kind}.disk`)}
            onChange={(disk) => change({ disk })}
          />
        )}
        {withData && (
          <SizeField
            label="Data volume (0: none)"
            size={machines.data}
            error={form.errorOf('agents.data')}
            onChange={(data) => change({ data })}
          />
        )}
      </SimpleGrid>
    </Fieldset>
  );
}

type SizeProps = { label: string; size: number; error: string | undefined; onChange: (size: number) => void };

const SizeField = ({ size, ...field }: SizeProps) => (
  <NumberField {...field} suffix=" GB" min={0} step={8} value={size} />
);
