import { useQuery } from '@tanstack/react-query';
import { useEffect, useRef, useState } from 'react';
import * as routes from '#features/routes.ts';
import { POSTAL_CODE } from '#platform/kernel/postal.ts';
import { plainNumber } from '#platform/kernel/typed-text.ts';
import { lightCall } from '#platform/web/api/callable.ts';
import { queryOf } from '#platform/web/api/queries.ts';
import { type FoundLines, linesFound } from '../../rules/found-address.ts';

// Without the contract's schemas, for the booking pages.
const findAddress = lightCall<typeof import('#features/catalogue/places/contract.ts').findAddress>(
  routes.findAddress,
);

type AddressLines = FoundLines & { readonly postal: string };

const BLANK: AddressLines = { postal: '', addressLine1: '', addressLine3: '' };

/**
 * Fills the street and the building of a form when its postal code is complete and known. What a person has typed
 * stays. Without a provider, or while it does not respond, nothing is filled.
 * @param stored the address being changed; its lines are replaced only together with its postal code
 * @returns whether the street is the one that was filled in
 */
export function useFoundAddress(
  lines: AddressLines,
  fill: (found: FoundLines) => void,
  stored: AddressLines = BLANK,
): boolean {
  const postal = plainNumber(lines.postal);
  const isNew = POSTAL_CODE.test(postal) && postal !== stored.postal;
  const { data } = useQuery({
    ...queryOf(findAddress, { query: { postal } }),
    enabled: isNew,
    staleTime: Number.POSITIVE_INFINITY,
    retry: false,
  });
  const place = (isNew && data?.place) || null;
  const before = useRef<FoundLines>(stored);
  const [street, setStreet] = useState('');
  const isBack = postal !== '' && postal === stored.postal;
  const seen = useRef({ place, isBack });
  useEffect(() => {
    if (seen.current.place === place && seen.current.isBack === isBack) return;
    seen.current = { place, isBack };
    const found = place === null ? null : linesFound({ ...lines, postal }, place, before.current);
    const isFilled = lines.addressLine1 === before.current.addressLine1;
    const { addressLine1, addressLine3 } = found ?? (isBack && isFilled ? stored : lines);
    if (addressLine1 === lines.addressLine1 && addressLine3 === lines.addressLine3) return;
    before.current = { addressLine1, addressLine3 };
    setStreet(found === null ? '' : addressLine1);
    fill({ addressLine1, addressLine3 });
  });
  return street !== '' && lines.addressLine1 === street;
}
