// Runs on every page of the site: a link to another version keeps the place within the page, as far as that version has it.
for (const link of document.querySelectorAll('.versions a[data-version]'))
  link.addEventListener('click', () => {
    const known = PLACES[link.dataset.version] ?? [];
    let place = decodeURIComponent(location.hash).split('#')[1] ?? '';
    if (place.startsWith('/'))
      while (place !== '' && !known.includes(place)) place = place.slice(0, place.lastIndexOf('/'));
    link.hash = place;
  });
