import { Group, Stack, Text, Title } from '@mantine/core';
import { type ReactNode, useEffect, useRef } from 'react';
import { useLocation } from 'react-router';

type Props = { title: string; intro?: ReactNode; actions?: ReactNode; children: ReactNode };

/** The router's key of the last shown location. */
let shownAt: string | undefined;

/**
 * A page with a title, which is also the document's title. The heading gets the focus after each navigation, except on
 * the first page.
 */
export function Page({ title, intro, actions, children }: Props) {
  const heading = useRef<HTMLHeadingElement>(null);
  const place = useRef(useLocation().key);
  useEffect(() => {
    document.title = `${title} – Paddock`;
  }, [title]);
  useEffect(() => {
    if (shownAt !== undefined && shownAt !== place.current) heading.current?.focus({ preventScroll: true });
    shownAt = place.current;
  }, []);
  return (
    <Stack gap="lg">
      <Group justify="space-between" align="flex-start">
        <div>
          <Title order={1} size="h2" ref={heading} tabIndex={-1}>
            {title}
          </Title>
          {intro && (
            <Text c="dimmed" component="div">
              {intro}
            </Text>
          )}
        </div>
        {actions && <Group gap="sm">{actions}</Group>}
      </Group>
      {children}
    </Stack>
  );
}
