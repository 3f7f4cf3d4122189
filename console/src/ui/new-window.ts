type NewWindow = { show(address: string): void; close(): void };

/**
 * Opens an empty window while a click is handled, because browsers block windows that are opened later. The page in the
 * new window cannot access the console.
 */
export function openWindow(): NewWindow {
  const opened = globalThis.open('', '_blank');
  if (opened) opened.opener = null;
  return {
    show: (address) => {
      if (opened) opened.location.replace(address);
      else globalThis.open(address, '_blank', 'noopener');
    },
    close: () => opened?.close(),
  };
}
