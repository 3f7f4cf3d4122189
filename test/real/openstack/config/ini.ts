export type Section = Record<string, string | number | boolean>;
export type Ini = Record<string, Section>;

export function iniText(ini: Ini): string {
  const sections = Object.entries(ini).map(([name, options]) =>
    [`[${name}]`, ...Object.entries(options).map(([key, value]) => `${key} = ${value}`)].join('\n'),
  );
  return `${sections.join('\n\n')}\n`;
}
