import { Modal, type ModalRootProps } from '@mantine/core';
import type { ReactNode } from 'react';

type Props = { title: string; isOpen: boolean; onClose: () => void; children: ReactNode } & Pick<
  ModalRootProps,
  'size'
>;

/** A dialog. The `header` element of its title has no landmark role, because the page has its own banner. */
export function Dialog({ title, isOpen, onClose, children, size = 'lg' }: Props) {
  return (
    <Modal.Root opened={isOpen} onClose={onClose} size={size}>
      <Modal.Overlay />
      <Modal.Content>
        <Modal.Header role="presentation">
          <Modal.Title>{title}</Modal.Title>
          <Modal.CloseButton aria-label="Close" />
        </Modal.Header>
        <Modal.Body>{children}</Modal.Body>
      </Modal.Content>
    </Modal.Root>
  );
}
