import { useNavigate, useParams } from 'react-router';
import { useCall } from '#platform/web/api/queries.ts';
import { Button } from '#platform/web/design/parts/button.tsx';
import { useToast } from '#platform/web/design/parts/toast.tsx';
import { t } from '#platform/web/i18n/office.ts';
import { LoadedRecord, NoSuchRecord, RecordPage } from '#platform/web/office/record.tsx';
import { ITEMS } from '../../contract/items.ts';
import { ItemEditor, useDeleteItem } from './item-editor.tsx';

const LIST = { title: t('Testimonials'), to: '/admin/cms/testimonial' };

/** /admin/cms/testimonial/new and /admin/cms/testimonial/:testimonialID/update */
export function Component() {
  const { testimonialID } = useParams();
  return testimonialID === undefined ? <NewTestimonial /> : <UpdateTestimonial id={testimonialID} />;
}

function UpdateTestimonial({ id: testimonialID }: { readonly id: string }) {
  const list = useCall(ITEMS.testimonials.list, { query: { size: 200 } });
  const remove = useDeleteItem('testimonials');
  const navigate = useNavigate();
  return (
    <LoadedRecord query={list} list={LIST} title={t('Testimonial')} what={t('this testimonial')}>
      {({ items }) => {
        const item = items.find(({ id }) => id === testimonialID);
        if (item === undefined)
          return <NoSuchRecord list={LIST} title={t('Testimonial')} hint={t('It may have been deleted.')} />;
        const drop = async () => {
          await navigate(LIST.to);
          await remove(item, item.clientname);
        };
        return (
          <RecordPage
            list={LIST}
            title={item.clientname}
            acts={
              <Button kind="quiet" size="small" onClick={() => void drop()}>
                {t('Delete')}
              </Button>
            }
          >
            <ItemEditor key={item.id} kind="testimonials" item={item} />
          </RecordPage>
        );
      }}
    </LoadedRecord>
  );
}

function NewTestimonial() {
  const navigate = useNavigate();
  const toast = useToast();
  return (
    <RecordPage list={LIST} title={t('New testimonial')}>
      <ItemEditor
        kind="testimonials"
        item={null}
        onSaved={({ id }) => {
          toast.show({ text: t('The testimonial is on the site.') });
          return navigate(`/admin/cms/testimonial/${id}/update`);
        }}
      />
    </RecordPage>
  );
}
