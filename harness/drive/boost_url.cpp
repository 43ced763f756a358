// Boost.URL is used header-only: this is the one translation unit that holds its code.
#include <boost/url/src.hpp>
