internal import AdobePass
